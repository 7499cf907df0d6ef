#pragma once

namespace headlight::test {

/// Whether this is a build with the address or the thread sanitizer, which reserve terabytes of addresses and
/// are slow. g++ defines macros for this, clang has features.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

} // namespace headlight::test
