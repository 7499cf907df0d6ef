#pragma once

namespace headlight {

/// Opens the window and returns when it is closed: the program's exit status, 2 where the arguments are not
/// understood. The one argument that Qt leaves is a file, a folder or a model's name to open.
int runWindow(int argc, char** argv);

} // namespace headlight
