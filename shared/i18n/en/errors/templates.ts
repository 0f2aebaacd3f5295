/** Templates that cannot be loaded or changed, and workflows that cannot be brought in. */
export const templatesErrors = {
  templateUnreadable:
    '{{file}} cannot be read: {{detail}}. The template is left out, the others work. Put the file back or let Hearth read it.',
  templateNotJson:
    '{{file}} is not valid JSON: {{detail}}. The template is left out, the others work. Correct the file, then start Hearth again.',
  templateInvalid:
    '{{file}} is not right at {{where}}: {{detail}}. The template is left out, the others work. Correct it, then start Hearth again.',
  templateFolderName:
    'The folder name of {{file}} cannot be a template id. The template is left out, the others work. Use small letters, digits and hyphens only, 64 at most.',
  templateIdInvalid:
    '"{{id}}" cannot be the id of a template. Nothing was saved. Use small letters, digits and hyphens only, 64 at most.',
  templateIdMismatch:
    '{{file}} says id "{{id}}", but its folder is called "{{folder}}". The template is left out, the others work. Give both the same name.',
  templateIdTaken:
    '{{file}} uses the id "{{id}}", which a template that comes with Hearth has. It is left out, the others work. Rename folder and id.',
  templateNotApi:
    '{{file}}: node "{{node}}" has no class_type with inputs, so this is no workflow in API format. The template is left out, the others work. Export the workflow from ComfyUI with "Export (API)".',
  templateTargetMissing:
    '{{file}}: the parameter "{{key}}" points to {{target}}, which graph.json does not have. The template is left out, the others work. Correct the path or the graph.',
  templateTargetLink:
    '{{file}}: the parameter "{{key}}" points to {{target}}, which is no plain value but a link or a group of values. The template is left out, the others work. Point to an input that holds a text, a number or true/false.',
  templateTargetTwice:
    '{{file}}: the parameters "{{other}}" and "{{key}}" both set {{target}}. The template is left out, the others work. Let one of them set it.',
  templateTargetPrefix:
    '{{file}}: the parameter "{{key}}" sets {{target}}, but Hearth itself names the files of an output. The template is left out, the others work. Remove the parameter.',
  templateKeyTwice: '{{file}}: two parameters are called "{{key}}". The template is left out, the others work. Rename one.',
  templateDefault:
    '{{file}}: the starting value of "{{key}}" does not fit its own type, range or choices ({{given}}). The template is left out, the others work. Correct the default or the range.',
  templateOutputMissing:
    '{{file}}: the output node "{{node}}" is not in graph.json. The template is left out, the others work. Correct the node or the graph.',
  templateOutputTwice:
    '{{file}}: the output node "{{node}}" is listed twice. The template is left out, the others work. List it once.',
  templateOnlyPreviews:
    '{{file}}: none of the outputs saves a file, they only show previews, so nothing could be kept. The workflow was not taken. Add a node such as "Save Image" behind the last image, then export it again.',
  templateChanged:
    '{{file}}: version {{version}} of "{{id}}" was seen before with other content. Jobs rely on it, so the template is left out; the others work. Set "version" to {{next}}, or put the old content back.',
  templateVersionUnknown: 'The template "{{id}}" has no version {{version}}. Nothing was changed. Known versions: {{known}}.',
  templateShipped:
    'The template "{{id}}" comes with Hearth and cannot be changed or removed. Nothing was changed. Save it under another name.',
  templateFolderFull:
    'There is no room left to save the template in {{folder}}. Nothing was changed. Free some space and save again.',
  templateFolderUnwritable:
    'The template could not be saved in {{folder}}: {{detail}}. Nothing was changed. Let Hearth write to this folder and save again.',
  importEmpty:
    'The file is empty. Nothing was brought in. Export the workflow from ComfyUI with "Export (API)" and choose that file.',
  importTooLarge:
    'The file has {{size}} MB, and a workflow may have {{limit}} MB. Nothing was brought in. Remove embedded pictures or data from it and export it again.',
  importPicture:
    'This is a picture, not a workflow file. Nothing was brought in. Drop the picture on ComfyUI to open its workflow, then use "Export (API)" there and choose that file.',
  importBinary:
    'This file is not text, so it is no workflow. Nothing was brought in. In ComfyUI use "Export (API)" and choose the file it gives.',
  importNotJson:
    'The file is not valid JSON: {{detail}}. Nothing was brought in. In ComfyUI use "Export (API)" again and choose that file.',
  importTooDeep:
    'The file is nested more deeply than any workflow ({{limit}} levels). Nothing was brought in. In ComfyUI use "Export (API)" and choose the file it gives.',
  importTwice:
    'The name "{{node}}" appears twice at one place in the file, so nobody can tell which one is meant. Nothing was brought in. In ComfyUI use "Export (API)" again and choose that file.',
  importUiFormat:
    'This is a workflow as ComfyUI saves it for its own editor. Nothing was brought in. Open it in ComfyUI, choose "Export (API)" in the workflow menu (in older versions "Save (API Format)", after switching on dev mode) and choose that file.',
  importNotApi:
    'This file holds no ComfyUI workflow: nothing in it is a node. Nothing was brought in. In ComfyUI use "Export (API)" and choose the file it gives.',
  importNodeBroken:
    'Node "{{node}}" does not say what kind of node it is (class_type), so the workflow could not run. Nothing was brought in. Most likely its custom node was missing in the ComfyUI that exported it: install it there, export the workflow again with "Export (API)" and choose that file.',
  importTooManyNodes:
    'The workflow has {{count}} nodes, and Hearth takes {{limit}}. Nothing was brought in. Split it into smaller workflows.',
};
