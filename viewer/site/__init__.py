"""The app as a folder of files: any web host can serve it; it needs no server of ours."""

from streamlit import get_option, logger

get_option("logger.level")  # read first: what is read later would be set again
logger.set_log_level("ERROR")  # what pages keep and look up would miss the server, dozens of times
