"""How the two networks of the camera reader are made: rendered cards, scenes, training, export.

Needs the extra ``train`` (torch, onnx, pillow, fonttools, cairosvg). Nothing here is imported at the table.
"""
