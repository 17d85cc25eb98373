"""Metadata, thumbnails and conversions of the images of a Spark DataFrame, by the commands imgmeta, thumb and imgconv.

docs/distributed.md of Cameo describes the package. The commands must be on the PATH of the executors."""

from .frames import convert, metadata, thumbnails
from .worker import CommandError, JobProcess

__all__ = ["CommandError", "JobProcess", "convert", "metadata", "thumbnails"]
