export const webErrors = {
  webNoToken:
    'Hearth does not know this browser yet. Your work goes on. Open the address that Hearth printed when it started, the one with "?token=" in it.',
  webWrongToken:
    'This address holds a token of another Hearth. Your work goes on. Open the address that Hearth printed when it started, the one with "?token=" in it.',
  webWrongHost:
    'Hearth answers only under its own address, and this request came for "{{host}}". Your work goes on. Open http://127.0.0.1 with the port that Hearth printed.',
  webWrongOrigin:
    'Another website ({{origin}}) tried to reach Hearth and was turned away. Your work goes on; there is nothing to do. If this was you, open Hearth in a tab of its own.',
  webNotFound: 'There is nothing at this address. Your work goes on. Open Hearth from its start page.',
  webWrongMethod: 'This address cannot be used that way ({{method}}). Nothing was changed. Open Hearth from its start page.',
  webTooLarge: 'The file is larger than {{max}} MB and was not taken. Nothing was queued. Choose a smaller file.',
  webNoFileName: 'The file came without a name and was not taken. Nothing was queued. Choose the file again.',
  webBadRange: 'This part of the file does not exist. The file itself is safe. Open it again from the gallery.',
  webNoPage: 'The pages of Hearth are not built yet. Your work goes on. Run "npm run build" and reload.',
};
