/** Finding a ComfyUI, judging its flags, and talking to it. */
export const engineProtocolErrors = {
  flagUnknown:
    'This ComfyUI does not know the flag {{flag}}. Nothing was started or changed. Take the flag out, or look it up in the list of flags of this version.',
  flagUnknownNear:
    'This ComfyUI does not know the flag {{flag}}; the nearest one it knows is {{near}}. Nothing was started or changed. Correct the flag, or take it out.',
  flagNeedsValue:
    'The flag {{flag}} needs a value, and none was given. Nothing was started or changed. Give one, as in: {{example}}',
  flagTakesNoValue:
    'The flag {{flag}} is a switch and takes no value, but "{{value}}" was given. Nothing was started or changed. Take the value out.',
  flagNotInteger:
    'The flag {{flag}} takes a whole number, but "{{value}}" was given. Nothing was started or changed. Correct the value.',
  flagNotNumber:
    'The flag {{flag}} takes a number with a point, as in 1.5, but "{{value}}" was given. Nothing was started or changed. Correct the value.',
  flagNotChoice: 'The flag {{flag}} does not take "{{value}}". Nothing was started or changed. It takes one of: {{choices}}.',
  flagsExclusive: 'The flags {{flag}} and {{other}} exclude each other. Nothing was started or changed. Take one of the two out.',
  flagEndsAtOnce:
    'With the flag {{flag}} ComfyUI prints something and ends instead of running. Nothing was started or changed. Take the flag out.',
  flagStray:
    'The word "{{word}}" belongs to no flag. Nothing was started or changed. Flags begin with two dashes, as in --port 8188.',
  flagsRefused:
    'ComfyUI refuses these flags: {{message}}. Nothing was started or changed. Correct the flag that is named there, or take it out.',
  installMissing: 'There is no folder "{{folder}}". Nothing was changed. Pick the folder that holds ComfyUI\'s main.py.',
  installUnreadable:
    'The folder "{{folder}}" cannot be read ({{reason}}). Nothing was changed. Give your user the right to read it, or pick another folder.',
  installNoMain:
    'The folder "{{folder}}" is no ComfyUI folder: neither it nor the folders around it hold ComfyUI\'s main.py. Nothing was changed. Pick the folder that holds main.py; in the portable version it is ComfyUI_windows_portable/ComfyUI.',
  installNoPython:
    'No Python was found for the ComfyUI in "{{folder}}", so it cannot be started. Nothing was changed. Make a virtual environment there (python -m venv venv) and install its requirements.txt into it, or name the Python that ComfyUI runs with.',
  pythonUnusable:
    'The Python "{{python}}" does not run ({{reason}}), so ComfyUI cannot be started. Nothing was changed. Repair it, or name the Python that ComfyUI runs with.',
  urlInvalid: '"{{url}}" is no address of a ComfyUI. Nothing was changed. Give one like http://127.0.0.1:8188.',
  engineRefusesConnection:
    'Nothing answers at {{url}}: the connection was refused. Waiting work stays queued. Start the ComfyUI there, or check address and port.',
  engineHostUnknown: 'The name in {{url}} leads nowhere. Waiting work stays queued. Check the spelling and the network.',
  engineTimesOut:
    '{{url}} did not answer within {{seconds}} s. Waiting work stays queued. It may still be starting, or be busy; check it, then try again.',
  engineCertificate:
    'The certificate of {{url}} is not trusted here ({{reason}}). Nothing was sent there, and waiting work stays queued. Use an address with a trusted certificate, or make this one known to the system (environment variable NODE_EXTRA_CA_CERTS).',
  engineNoTls: '{{url}} does not speak https. Waiting work stays queued. Try the address with http://.',
  engineForbids:
    '{{url}} refuses the connection (HTTP {{status}}). Waiting work stays queued. If a proxy with a password is in front of it, put name and password into the address; if it is ComfyUI itself, use the address that it prints at its start.',
  engineNotComfy:
    'What answers at {{url}} is no ComfyUI. Nothing was sent there, and waiting work stays queued. Check the port: ComfyUI prints its address at its start.',
  engineConnectionBroke:
    'The connection to {{url}} broke off ({{reason}}). Waiting work stays queued. Check that ComfyUI still runs there, then try again.',
  engineAnswerUnexpected:
    'ComfyUI answered "{{call}}" with HTTP {{status}} instead of what was asked for. Waiting work stays queued. Its log tells more; a restart of ComfyUI often helps.',
};
