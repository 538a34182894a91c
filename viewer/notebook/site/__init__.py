"""The app as a folder of files: any web host serves it, and no server of ours is needed."""
