#include "core/base/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace headlight {

namespace {

/// libcrypto's SHA-256 fails only if memory runs out or the library is broken.
void requireDigest(int done)
{
    if (done != 1)
        throw std::runtime_error("libcrypto cannot compute a SHA-256");
}

} // namespace

void Sha256::Free::operator()(evp_md_ctx_st* context) const
{
    EVP_MD_CTX_free(context);
}

Sha256::Sha256()
    : m_context(EVP_MD_CTX_new())
{
    requireDigest(m_context ? EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr) : 0);
}

void Sha256::add(std::span<const std::byte> bytes)
{
    requireDigest(EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size()));
}

void Sha256::add(std::string_view text)
{
    add(std::as_bytes(std::span(text)));
}

std::string Sha256::hex()
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    requireDigest(EVP_DigestFinal_ex(m_context.get(), digest.data(), &size));
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : std::span(digest).first(size)) {
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 15U];
    }
    return text;
}

std::string sha256Of(std::string_view text)
{
    Sha256 digest;
    digest.add(text);
    return digest.hex();
}

} // namespace headlight
