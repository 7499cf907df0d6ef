#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace headlight {

/// SHA-256 by libcrypto, fed piece by piece. Used to tell files apart; no secret depends on it.
class Sha256
{
public:
    Sha256();
    void add(std::span<const std::byte> bytes);
    void add(std::string_view text);
    /// 64 hexadecimal digits of the digest of everything added. Call it once.
    std::string hex();

private:
    struct Free
    {
        void operator()(evp_md_ctx_st* context) const;
    };
    std::unique_ptr<evp_md_ctx_st, Free> m_context;
};

/// The digest of a text.
std::string sha256Of(std::string_view text);

} // namespace headlight
