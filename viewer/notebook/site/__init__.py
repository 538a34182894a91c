"""The app as a folder of files: any web host can serve it; it needs no server of ours."""
