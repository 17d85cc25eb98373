internal import CodecKit
