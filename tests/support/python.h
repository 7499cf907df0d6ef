#pragma once

#include <cstdlib>
#include <string>

namespace headlight::test {

/// The first Python that has this module; empty if none has.
inline std::string pythonWith(const std::string& module)
{
    for (const char* const python : {"python3", "/usr/bin/python3"})
        if (std::system((std::string(python) + " -c 'import " + module + "' >/dev/null 2>&1").c_str()) == 0)
            return python;
    return {};
}

} // namespace headlight::test
