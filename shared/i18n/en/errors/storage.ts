/** Room and files: what stands between a finished picture and its place in the store. */
export const storageErrors = {
  diskFull:
    'There is no room left in {{folder}}, so nothing more could be stored there. Nothing is lost: finished files stay with the engine, chosen pictures where they are. Free some space, then resume the queue or choose the picture again.',
  storeUnwritable:
    'Hearth cannot write to {{folder}}: {{detail}}. Nothing is lost: finished files stay with the engine, chosen pictures where they are. Let Hearth write there, then resume the queue or choose the picture again.',
  outputUnreadable: '{{file}} of node {{node}} cannot be read ({{detail}}).',
  outputGone: 'The engine no longer has {{file}} of node {{node}}.',
  outputCutOff: 'A picture of node {{node}} is cut off after {{bytes}} bytes.',
  outputOtherKind: 'A file of node {{node}} is no {{kind}} inside.',
  outputListUnreadable: 'The list of its files cannot be read.',
  outputPathRefused:
    'The engine named a file outside its output folder for node {{node}}: {{file}}. It was not read and the job was ended. Check the engine and the custom node that made this name.',
  inputEmpty: 'The file {{name}} is empty. Nothing was stored. Choose another picture.',
  inputTooLarge:
    'The picture {{name}} has {{size}} MB, and an engine takes {{limit}} MB. Nothing was stored. Save it smaller and choose it again.',
  inputNotPicture: '{{name}} is no picture that Hearth knows. Nothing was stored. Choose a PNG, JPEG, WebP, GIF or BMP file.',
  inputBroken: 'The picture {{name}} is damaged or cut off. Nothing was stored. Save or download it again, then choose it.',
};
