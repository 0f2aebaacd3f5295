export const templates = {
  /** Things to know about a workflow that is brought in; keys come with `templates.inspect`. */
  importWarnings: {
    noOutput:
      'Nothing in this workflow saves a file, so there would be nothing to keep. Add a node such as "Save Image" behind the last image and export it again.',
    previewsLeftOut: 'Preview nodes ({{count}}) show pictures but do not save them; only what save nodes write is kept.',
    unknownClasses:
      'The engine does not know {{count}} kinds of node in this workflow: {{classes}}. You can save it now; install the custom nodes before you run it.',
    huge: 'This workflow has {{count}} nodes. It will work, but choose only the few inputs that you change.',
    notNumbers:
      '{{count}} values in this file are no valid numbers (NaN or Infinity) and were left empty. Look at the inputs before you run it.',
    strayKeys: 'The file holds entries that are no nodes ({{keys}}). They are left out.',
    danglingLink:
      'The input "{{input}}" of "{{node}}" is linked to node {{to}}, which is not in the file. The engine will refuse the workflow: repair it in ComfyUI and export it again.',
  },
};
