#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace headlight {

/// A few threads that share the iterations of a loop. Owned by the job that runs a pass, not global.
class Workers
{
public:
    /// threads counts the caller; 1 runs everything on the calling thread, 0 means one per core.
    explicit Workers(int threads = 0);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    Workers(Workers&&) = delete;
    Workers& operator=(Workers&&) = delete;

    int threads() const;

    /// Calls body(0) … body(count-1), in any order, and returns when all are done. The first exception
    /// is thrown again on the calling thread. Not to be called from inside a body.
    void forEach(std::size_t count, const std::function<void(std::size_t)>& body);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace headlight
