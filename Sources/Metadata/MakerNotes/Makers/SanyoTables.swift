extension Maker {
  /// The tables of Sanyo's notes. docs/maker-notes.md describes their form.
  static let sanyoTables = """
    [Main]
    0x00ff MakerNoteOffset
    0x0100 SanyoThumbnail binary
    0x0200 SpecialMode
    0x0201 SanyoQuality = 0: Normal/Very Low; 1: Normal/Low; 2: Normal/Medium Low; 3: Normal/Medium;
      4: Normal/Medium High; 5: Normal/High; 6: Normal/Very High; 7: Normal/Super High; 256: Fine/Very Low;
      257: Fine/Low; 258: Fine/Medium Low; 259: Fine/Medium; 260: Fine/Medium High; 261: Fine/High;
      262: Fine/Very High; 263: Fine/Super High; 512: Super Fine/Very Low; 513: Super Fine/Low;
      514: Super Fine/Medium Low; 515: Super Fine/Medium; 516: Super Fine/Medium High; 517: Super Fine/High;
      518: Super Fine/Very High; 519: Super Fine/Super High
    0x0202 Macro = 0: Normal; 1: Macro; 2: View; 3: Manual
    0x0204 DigitalZoom
    0x0207 SoftwareVersion
    0x0208 PictInfo
    0x0209 CameraID
    0x020e SequentialShot = 0: None; 1: Standard; 2: Best; 3: Adjust Exposure
    0x020f WideRange = 0: Off; 1: On
    0x0210 ColorAdjustmentMode = 0: Off; 1: On
    0x0213 QuickShot = 0: Off; 1: On
    0x0214 SelfTimer = 0: Off; 1: On
    0x0216 VoiceMemo = 0: Off; 1: On
    0x0217 RecordShutterRelease = 0: Record while down; 1: Press start, press stop
    0x0218 FlickerReduce = 0: Off; 1: On
    0x0219 OpticalZoomOn = 0: Off; 1: On
    0x021b DigitalZoomOn = 0: Off; 1: On
    0x021d LightSourceSpecial = 0: Off; 1: On
    0x021e Resaved = 0: No; 1: Yes
    0x021f SceneSelect = 0: Off; 1: Sport; 2: TV; 3: Night; 4: User 1; 5: User 2; 6: Lamp
    0x0223 ManualFocusDistance ?type:ur64
    0x0223 FaceInfo @FaceInfo
    0x0224 SequenceShotInterval = 0: 5 frames/s; 1: 10 frames/s; 2: 15 frames/s; 3: 20 frames/s
    0x0225 FlashMode = 0: Auto; 1: Force; 2: Disabled; 3: Red eye
    0x0f00 DataDump binary

    [FaceInfo u32]
    0 FacesDetected
    4 FacePosition u32[4]
    """
}
