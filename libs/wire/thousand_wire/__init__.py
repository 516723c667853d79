"""The engine's values as protobuf messages, and back: one place for servers and clients."""
