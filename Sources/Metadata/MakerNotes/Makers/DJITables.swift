extension Maker {
  /// The tables of DJI's notes. docs/maker-notes.md describes their form.
  static let djiTables = """
    [Main]
    0x0001 Make
    0x0003 SpeedX
    0x0004 SpeedY
    0x0005 SpeedZ
    0x0006 Pitch
    0x0007 Yaw
    0x0008 Roll
    0x0009 CameraPitch
    0x000a CameraYaw
    0x000b CameraRoll
    """
}
