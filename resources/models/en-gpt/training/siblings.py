"""Makes the code that the built-in models' trainings share importable: that of en-fr and of en-gpt."""
import os
import sys

MODELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path += [os.path.join(MODELS, "en-fr", "training"), os.path.join(MODELS, "en-gpt", "training")]
