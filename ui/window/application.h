#pragma once

namespace headlight {

/// Opens the window and returns the program's exit status when it is closed; 2 for invalid arguments. The one
/// argument besides Qt's own is a file, a folder or a model's name to open.
int runWindow(int argc, char** argv);

} // namespace headlight
