#include "app/bench/bench_folder.h"

#include <cstdlib>
#include <string>
#include <system_error>

namespace headlight {

BenchFolder::~BenchFolder()
{
    std::error_code ignored;
    if (!m_path.empty())
        std::filesystem::remove_all(m_path, ignored);
}

Result<std::filesystem::path> BenchFolder::make()
{
    std::error_code fault;
    std::string name = (std::filesystem::temp_directory_path(fault) / "headlight-bench-XXXXXX").string();
    if (fault || ::mkdtemp(name.data()) == nullptr)
        return Error{ErrorCode::kFileUnwritable, "a temporary folder cannot be made", name};
    m_path = name;
    return m_path;
}

} // namespace headlight
