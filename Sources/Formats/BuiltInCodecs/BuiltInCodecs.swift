internal import ImageModel
