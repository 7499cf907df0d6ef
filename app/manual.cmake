# The manual page and the shells' completions, printed by the program itself so that they say what --help says.
# The target is made once the program is known: this file is read before it.
find_program(HEADLIGHT_GZIP gzip)

function(headlight_install_manual)
    set(folder ${PROJECT_BINARY_DIR}/manual)
    set(made)
    foreach(entry "man|headlight.1|${CMAKE_INSTALL_MANDIR}/man1"
                  "bash|headlight|${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
                  "zsh|_headlight|${CMAKE_INSTALL_DATADIR}/zsh/site-functions"
                  "fish|headlight.fish|${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
        string(REPLACE "|" ";" entry "${entry}")
        list(GET entry 0 kind)
        list(GET entry 1 name)
        list(GET entry 2 place)
        set(file ${folder}/${kind}/${name})
        add_custom_command(OUTPUT ${file}
            COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}/${kind}
            COMMAND headlight --manual ${kind} > ${file}
            DEPENDS headlight VERBATIM)
        if(kind STREQUAL "man" AND HEADLIGHT_GZIP) # as Debian keeps them
            add_custom_command(OUTPUT ${file}.gz COMMAND ${HEADLIGHT_GZIP} -9 -n -k -f ${file} DEPENDS ${file} VERBATIM)
            set(file ${file}.gz)
        endif()
        install(FILES ${file} DESTINATION ${place})
        list(APPEND made ${file})
    endforeach()
    add_custom_target(headlight_manual ALL DEPENDS ${made})
endfunction()
cmake_language(DEFER CALL headlight_install_manual)
