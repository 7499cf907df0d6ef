#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

using headlight::test::containing;
using headlight::test::Finished;
using headlight::test::runProgram;
using headlight::test::TemporaryFolder;

namespace {

const std::string kPaperModel = std::string(headlight::test::kTestData) + "/models/paper-transformer";

std::string output(const std::vector<std::string>& arguments, const std::string& input = {})
{
    const Finished finished = runProgram(arguments, input);
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    return finished.out;
}

} // namespace

TEST_CASE("input files: a line is an input, a whole file is one, - is standard input", "[app]")
{
    const TemporaryFolder folder;
    const std::string texts = folder.write("t.txt", "The cat.\r\nA dog sleeps.\n").string();
    const std::string two
        = output({"tokenize", "--text", "The cat."}) + output({"tokenize", "--text", "A dog sleeps."});
    CHECK(output({"tokenize", "--text-file", texts}) == two);
    CHECK(output({"tokenize", "--text-file", "-"}, "The cat.\nA dog sleeps.") == two);
    CHECK(output({"tokenize", "--text-file", texts, "--whole"})
          == output({"tokenize", "--text", "The cat.\nA dog sleeps."}));
    CHECK(output({"generate", "--text-file", texts})
          == output({"generate", "--text", "The cat.", "--text", "A dog sleeps."}));
    CHECK(output({"metrics", "--json", "--text-file", texts})
          == output({"metrics", "--json", "--text", "The cat.", "--text", "A dog sleeps."}));

    const std::vector<std::string> decode{"generate", "--model", kPaperModel, "--json"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), decode.begin(), decode.end());
        return more;
    };
    CHECK(output(with({"--ids-file", "-"}), "5,6,7\n8,9\n")
          == output(with({"--ids", "5,6,7", "--ids", "8,9"})));
    CHECK(output(with({"--ids-file", "-", "--whole"}), "5,6,\n7\n8,9\n")
          == output(with({"--ids", "5,6,7,8,9"})));
    CHECK(output({"tokenize", "--ids-file", "-"}, "135,3381\n1186\n")
          == output({"tokenize", "--decode", "135,3381"}) + output({"tokenize", "--decode", "1186"}));
}

TEST_CASE("input files: a byte order mark is no text, what is not UTF-8 is refused", "[app]")
{
    const TemporaryFolder folder;
    const std::string marked = folder.write("marked.txt", "\xEF\xBB\xBFThe cat.\n").string();
    CHECK(output({"tokenize", "--text-file", marked}) == output({"tokenize", "--text", "The cat."}));
    const std::string ids = folder
                                .write("ids.txt",
                                       "\xEF\xBB\xBF"
                                       "135,3381\n")
                                .string();
    CHECK(output({"tokenize", "--ids-file", ids}) == output({"tokenize", "--decode", "135,3381"}));
    const auto refused = [&](const char* content, const char* message, const char* option = "--text-file") {
        const std::string file = folder.write("bad.txt", content).string();
        const Finished finished = runProgram({"tokenize", option, file});
        CHECK(finished.status == 1);
        CHECK_THAT(finished.err, containing(file + ": " + message));
    };
    refused("The \xFF cat", "byte 4: found no UTF-8");
    refused("\xFF\xFET", "found UTF-16, expected UTF-8");
    refused("\xEF\xBB\xBF", "found nothing");
    refused("1,2\n3,x\n", "line 2: found \"x\"", "--ids-file");
    refused("1,2\n\n3\n", "line 2: found no ids", "--ids-file");
    CHECK(output({"tokenize", "--text-file", folder.write("gap.txt", "The cat.\n\nA dog.\n").string()})
          == output({"tokenize", "--text", "The cat."})
              + output({"tokenize", "--text", ""}) // keeps the line numbers
              + output({"tokenize", "--text", "A dog."}));
    const auto refusedText = [&](const char* content, const char* message) {
        const std::string file = folder.write("bad.txt", content).string();
        const Finished finished = runProgram({"metrics", "--text-file", file, "--mean"});
        CHECK(finished.status == 1);
        CHECK_THAT(finished.err, containing(file + ": " + message));
    };
    refusedText("The cat.\n \nA dog sleeps.\n", "line 2: found no text. Remove the line");
    refusedText("\nThe cat.\n", "line 1: found no text");
    refusedText("\n\n", "found nothing");
    // Blank lines at the end are no inputs.
    const std::string longer = folder.write("longer.txt", "The cat.\n\n  \n").string();
    CHECK(output({"metrics", "--text-file", longer}) == output({"metrics", "--text", "The cat."}));
    const Finished reference = runProgram({"sweep", "--text", "The cat.", "--by", "mean", "--reference-file",
                                           folder.write("reference.txt", "The cat.\n\nA dog.\n").string()});
    CHECK(reference.status == 1);
    CHECK_THAT(reference.err, containing("reference.txt: line 2: found no text"));
}

TEST_CASE("input files: missing files and options that exclude each other are refused", "[app]")
{
    const auto fault = [](const std::vector<std::string>& arguments, int status) {
        const Finished finished = runProgram(arguments);
        CHECK(finished.status == status);
        return finished.err;
    };
    CHECK_THAT(fault({"generate", "--text-file", "/nowhere/t.txt"}, 1), containing("/nowhere/t.txt"));
    CHECK_THAT(fault({"generate", "--text-file", "-"}, 1), containing("standard input: found nothing"));
    CHECK_THAT(fault({"generate", "--text-file", "-", "--text", "x"}, 2),
               containing("--text-file: excludes"));
    CHECK_THAT(fault({"metrics", "--whole", "--text", "x"}, 2), containing("--whole: needs"));
    CHECK_THAT(fault({"trace", "--text-file", "-", "--ids-file", "-", "-o", "x"}, 2),
               containing("--text-file"));
}
