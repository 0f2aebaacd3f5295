import type { FlagSetting, Install } from '../../shared/engine.ts';

/** How a ComfyUI was put on this machine; decides its Python, its working folder, and what its own launcher would add. */
type InstallLayout = Exclude<Install['layout'], 'url' | 'unknown'>;

/** A ComfyUI folder as found, with everything needed to start it. Paths are absolute unless they say otherwise. */
export interface Installation {
  layout: InstallLayout;
  /** Holds `main.py`. */
  folder: string;
  /** Holds the person's models, custom nodes, input and output; the same as `folder` unless the layout keeps them apart. */
  base: string;
  /** Interpreter, not resolved through links (a virtual environment is known by its path); null: none was found. */
  python: string | null;
  /** Options for the interpreter itself, before the script. */
  pythonArgs: string[];
  /** Working folder of the process. */
  cwd: string;
  /** `main.py` as the layout's own launcher names it: relative to `cwd` where it does so. */
  script: string;
  /** Flags which the layout's own launcher gives; the lowest layer. */
  flags: FlagSetting[];
  version: string | null;
}
