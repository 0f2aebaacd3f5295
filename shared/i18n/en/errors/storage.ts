/** Room and files: what stands between a finished picture and its place in the store. */
export const storageErrors = {
  diskFull:
    'There is no room left in {{folder}}. The finished files stay with the engine and nothing is lost. Free some space there, then resume the queue.',
  storeUnwritable:
    'Hearth cannot write to {{folder}}: {{detail}}. The finished files stay with the engine and nothing is lost. Let Hearth write there, then resume the queue.',
  outputPathRefused:
    'The engine named a file outside its output folder for node {{node}}: {{file}}. It was not read and the job was ended. Check the engine and the custom node that made this name.',
  inputEmpty: 'The file {{name}} is empty. Nothing was stored. Choose another picture.',
  inputTooLarge:
    'The picture {{name}} has {{size}} MB, and an engine takes {{limit}} MB. Nothing was stored. Save it smaller and choose it again.',
  inputNotPicture: '{{name}} is no picture that Hearth knows. Nothing was stored. Choose a PNG, JPEG, WebP, GIF or BMP file.',
  inputBroken: 'The picture {{name}} is damaged or cut off. Nothing was stored. Save or download it again, then choose it.',
};
