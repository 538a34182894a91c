"""What every component stands on: its browser modules put together, and the parcel of numbers that it is sent."""
