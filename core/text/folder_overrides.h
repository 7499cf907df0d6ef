#pragma once

#include <nlohmann/json_fwd.hpp>

namespace headlight {

class FolderHints;
struct PipelineParts;

/// Changes the tree of a tokenizer.json as transformers does after the folder's tokenizer_config.json,
/// special_tokens_map.json and added_tokens.json: adds their tokens to "added_tokens", and follows
/// do_lower_case, strip_accents, tokenize_chinese_chars and add_prefix_space. Leaves alone what is not of the
/// expected form; the tree's reader reports that.
void applyFolder(const FolderHints& hints, nlohmann::json& tokenizer);

/// Makes a text begin with the bos_token and end with the eos_token, or not, if the folder has add_bos_token
/// or add_eos_token. The other tokens around a text stay.
void applyAddFlags(const FolderHints& hints, PipelineParts& parts);

} // namespace headlight
