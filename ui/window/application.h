#pragma once

namespace headlight {

/// Opens the window and returns when it is closed: the program's exit status. A first argument that is
/// no option is a model folder to open.
int runWindow(int argc, char** argv);

} // namespace headlight
