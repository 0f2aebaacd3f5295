/** Causes that lie in native crashes and the operating system, by id. */
export const systemCauses = {
  'stack-buffer-overrun-c0000409': {
    title: 'A native library stopped the process',
    text: 'Windows reports this code whenever a library aborts; the last node is the first suspect.',
  },
  'sigill-old-cpu': {
    title: 'The processor lacks an instruction',
    text: 'A package was built for newer processors.',
  },
  'access-violation-unknown': {
    title: 'The process crashed in native code',
    text: 'The log does not say where. Memory limits, drivers and native node packs are the usual causes.',
  },
  'segfault-linux': {
    title: 'The process crashed in native code (segmentation fault)',
    text: 'A nightly torch, a driver or a native package.',
  },
  'windows-commit-limit-1455': {
    title: 'The Windows page file is too small',
    text: 'Memory that is only reserved counts too, and large models reserve much.',
  },
  'cpu-alloc-failed': {
    title: 'Out of system memory',
    text: 'The machine could not give the memory that was asked for.',
  },
  'wsl-pinned-memory-oom': {
    title: 'WSL ended the engine: too much pinned memory',
    text: 'Pinned memory reached the limit of the virtual machine.',
  },
  'ram-oom-sigkill': {
    title: 'The system ended the engine for lack of memory',
    text: 'Model, text encoder and cache together need more system memory than there is.',
  },
  'port-in-use': {
    title: 'The port is already taken',
    text: 'Another ComfyUI or program listens there.',
  },
  'port-forbidden': {
    title: 'Windows reserves this port',
    text: 'Hyper-V, WSL or a firewall keeps it.',
  },
  'disk-full': {
    title: 'The disk is full',
    text: 'Nothing could be written there.',
  },
  'path-too-long': {
    title: 'The path is too long',
    text: 'Windows refuses paths beyond 260 characters.',
  },
  'permission-denied': {
    title: 'No permission',
    text: 'The engine may not read, write or run something there.',
  },
  'output-folder-refused': {
    title: 'The output folder cannot be written',
    text: 'The folder, or the drive that it is on, is gone, is no folder, or takes nothing.',
  },
  'antivirus-block': {
    title: 'A virus scanner blocked a file',
    text: 'Windows reports it as unwanted software.',
  },
  'console-encoding': {
    title: "Text could not be written in the console's encoding",
    text: 'The console or a file does not use UTF-8.',
  },
  'stderr-flush-errno22': {
    title: 'The console behind the engine is gone',
    text: 'Whoever started the engine no longer takes its output. The job itself is fine.',
  },
  'network-download-failed': {
    title: 'A download failed',
    text: 'No connection, a proxy, or a repository that is private or misspelt.',
  },
  'hf-gated-repo': {
    title: 'The model asks for an accepted licence and a login',
    text: 'Its page on Hugging Face says how to get access.',
  },
  'database-unopenable': {
    title: 'The database file cannot be opened',
    text: 'Its folder is missing, read-only or synchronised. Jobs usually run without it.',
  },
  'silent-exit-after-load': {
    title: 'The engine ended without a word',
    text: 'Only the exit code tells more. Memory and native libraries are the usual causes.',
  },
  'system-reboot-power': {
    title: 'The computer went down during a job',
    text: 'Power supply, heat, memory or driver.',
  },
};
