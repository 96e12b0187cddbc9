"""Which driver draws: asked of EGL without opening a window, so that it works beside a running kiosk.

Run in a process of its own (`python -m kiosk.probe_gl`), since a broken driver takes its process along.
Prints one JSON object: `renderer`, `version`.
"""

from __future__ import annotations

import ctypes
import json
import sys

# EGL 1.5 and EGL_MESA_platform_surfaceless; OpenGL ES 2
SURFACELESS_MESA = 0x31DD
OPENGL_ES_API = 0x30A0
NONE, RENDERABLE_TYPE, OPENGL_ES2_BIT, SURFACE_TYPE, DONT_CARE = 0x3038, 0x3040, 4, 0x3033, -1
CONTEXT_CLIENT_VERSION = 0x3098
GL_RENDERER, GL_VERSION = 0x1F01, 0x1F02


def ask() -> dict[str, str]:
    """RuntimeError names the step that failed; OSError when there is no libEGL."""
    egl = ctypes.CDLL("libEGL.so.1")
    for name in ("eglGetPlatformDisplay", "eglCreateContext", "eglGetProcAddress"):
        getattr(egl, name).restype = ctypes.c_void_p
    display = ctypes.c_void_p(egl.eglGetPlatformDisplay(SURFACELESS_MESA, None, None))
    if not display or not egl.eglInitialize(display, None, None):
        raise RuntimeError("no EGL display")
    config, count = ctypes.c_void_p(), ctypes.c_int()
    wanted = (ctypes.c_int * 5)(RENDERABLE_TYPE, OPENGL_ES2_BIT, SURFACE_TYPE, DONT_CARE, NONE)
    if not egl.eglChooseConfig(display, wanted, ctypes.byref(config), 1, ctypes.byref(count)) or not count.value:
        raise RuntimeError("no OpenGL ES 2")
    egl.eglBindAPI(OPENGL_ES_API)
    version = (ctypes.c_int * 3)(CONTEXT_CLIENT_VERSION, 2, NONE)
    context = ctypes.c_void_p(egl.eglCreateContext(display, config, None, version))
    if not context or not egl.eglMakeCurrent(display, None, None, context):
        raise RuntimeError("no OpenGL ES 2 context")
    get_string = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_uint)(egl.eglGetProcAddress(b"glGetString"))
    return {"renderer": get_string(GL_RENDERER).decode(), "version": get_string(GL_VERSION).decode()}


if __name__ == "__main__":
    try:
        sys.stdout.write(json.dumps(ask()) + "\n")
    except (OSError, RuntimeError) as error:
        sys.exit(str(error))
