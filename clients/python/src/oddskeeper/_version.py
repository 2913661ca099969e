"""The version of this client. The build reads it from here."""

__version__ = "0.3.0"
