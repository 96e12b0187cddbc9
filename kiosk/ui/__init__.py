"""The screen: Kivy widgets that draw a ScreenState and hand in inputs. Import ``environment`` before kivy."""
