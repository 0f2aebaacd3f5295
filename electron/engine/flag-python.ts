/**
 * Python that imports an installation's own `comfy.cli_args` from the folder given as its first argument and prints what its parser
 * knows, as one line of JSON behind a mark (a patched installation may print things of its own). It imports no torch.
 */
export const listFlagsCode = `
import sys, json, enum
sys.path.insert(0, sys.argv[1])
sys.argv = ['main.py']
from comfy.cli_args import parser
groups = {}
for number, group in enumerate(parser._mutually_exclusive_groups):
    for action in group._group_actions:
        groups[id(action)] = number
def text(value):
    if value is None or value is False: return None
    if isinstance(value, enum.Enum): value = value.value
    if isinstance(value, (list, tuple, set)): return ' '.join(str(v) for v in value) or None
    return str(value)
flags = []
for a in parser._actions:
    names = [o for o in a.option_strings if o.startswith('--')]
    if not names or names[-1] == '--help': continue
    kind = getattr(a, 'type', None)
    enumeration = getattr(a, '_enum', None) or (kind if isinstance(kind, type) and issubclass(kind, enum.Enum) else None)
    choices = list(a.choices) if a.choices is not None else [e.value for e in enumeration] if enumeration else None
    metavar = a.metavar if isinstance(a.metavar, str) or a.metavar is None else ' '.join(a.metavar)
    flags.append({
        'flag': names[-1], 'nargs': a.nargs, 'action': type(a).__name__,
        'type': getattr(kind, '__name__', None), 'choices': choices, 'default': text(a.default),
        'metavar': metavar, 'help': ' '.join((a.help or '').replace('%%', '%').split()), 'exclusive': groups.get(id(a)),
    })
print('\\nHEARTH-FLAGS ' + json.dumps(flags))
`;

/** Python that lets the installation's parser judge the rest of the arguments, with its own checks after the parsing. */
export const judgeFlagsCode = `
import sys
sys.path.insert(0, sys.argv[1])
sys.argv = ['main.py'] + sys.argv[2:]
import comfy.options
comfy.options.enable_args_parsing()
import comfy.cli_args
`;
