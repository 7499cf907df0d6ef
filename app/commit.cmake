# The commit that the program is built from, in one file of a few lines, so that a commit compiles nothing else.
# This file is included by CMakeLists.txt, and run by the build (cmake -P) whenever HEAD moves.
if(CMAKE_SCRIPT_MODE_FILE)
    cmake_policy(VERSION 3.25)
    set(commit unknown)
    # `git archive` has replaced what stands between the dollar signs.
    file(STRINGS ${SOURCE}/app/commit.txt archived LIMIT_COUNT 1)
    if(archived MATCHES "^([0-9a-f]+) [0-9]+$")
        set(commit ${CMAKE_MATCH_1})
    elseif(EXISTS ${SOURCE}/.git)
        execute_process(COMMAND git -C ${SOURCE} rev-parse HEAD
            OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
        if(head MATCHES "^[0-9a-f]+$")
            set(commit ${head})
        endif()
    endif()
    string(SUBSTRING ${commit} 0 12 commit)
    file(CONFIGURE OUTPUT ${FILE} @ONLY CONTENT
"#include \"app/commands.h\"

const char* headlight::buildCommit()
{
    return \"@commit@\";
}
")
    return()
endif()

set(commit_file ${CMAKE_CURRENT_BINARY_DIR}/build_commit.cpp)
# Every commit, checkout and rebase adds a line to HEAD's log.
set(head_log)
if(EXISTS ${PROJECT_SOURCE_DIR}/.git)
    execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} rev-parse --path-format=absolute --git-path logs/HEAD
        OUTPUT_VARIABLE head_log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT EXISTS "${head_log}")
        set(head_log)
    endif()
endif()
add_custom_command(OUTPUT ${commit_file}
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DFILE=${commit_file} -P ${CMAKE_CURRENT_LIST_FILE}
    DEPENDS ${CMAKE_CURRENT_LIST_FILE} ${CMAKE_CURRENT_LIST_DIR}/commit.txt ${head_log} VERBATIM)
# A library of its own: a file of the program that is made by a command would let all others wait for the libraries.
add_library(headlight_commit OBJECT ${commit_file})
target_link_libraries(headlight_commit PRIVATE headlight_flags)
target_link_libraries(headlight PRIVATE headlight_commit)
