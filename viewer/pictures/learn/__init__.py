"""Learn and teach: first screens, exercises, a lesson, the glossary."""
