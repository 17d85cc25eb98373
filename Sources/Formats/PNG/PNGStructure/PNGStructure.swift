internal import ByteStreams
