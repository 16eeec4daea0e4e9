# Completion of svc for fish, made by `svc completion fish`. Load it in config.fish: svc completion fish | source

function __svc_verbs
    switch "$argv"
@VERBS@
    end
end

function __svc_options
    switch "$argv"
@OPTIONS@
    end
end

function __svc_choices
    switch "$argv"
@CHOICES@
    end
end

function __svc_complete
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    set -l before $typed[-1]
    set -l plain
    set -l skip 0
    for word in $typed[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch $word
            case --home --url --token-file --set
                set skip 1
            case '-*'
            case '*'
                set -a plain $word
        end
    end
    if test $skip = 1
        __fish_complete_path $current
        return
    end
    set -l command "$plain[1]"
    set -l verbs (__svc_verbs $command)
    if test (count $verbs) -gt 0; and test (count $plain) -gt 1
        set command "$command $plain[2]"
    end
    set -l choices (__svc_choices "$command $before")
    if string match -q -- '-*' $current
        __svc_options $command
        printf '%s\n' --home --json --help --url --token-file
    else if test (count $choices) -gt 0
        printf '%s\n' $choices
    else if test (count $plain) -eq 0; or test "$plain" = help
        string split ' ' -- '@NOUNS@'
    else if test (count $plain) -eq 1; and test (count $verbs) -gt 0
        printf '%s\n' $verbs
    else
        set choices (__svc_choices $command)
        if test (count $choices) -gt 0; and not string match -q -- '--*' $before
            printf '%s\n' $choices
        else
            __fish_complete_path $current
        end
    end
end

complete -c svc -f -a '(__svc_complete)'
