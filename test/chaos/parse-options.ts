export interface Options {
  jobs: number;
  kills: number;
  seed: number;
  isJson: boolean;
  isHelp: boolean;
}

/** Reads the words of the command line; a text says what is wrong with them. Pure. */
export const parseOptions = (words: readonly string[]): Options | string => {
  const options: Options = { jobs: 300, kills: 200, seed: 1, isJson: false, isHelp: false };
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [, name, given] = /^--(jobs|kills|seed)(?:=(.*))?$/.exec(word) ?? [];
    if (word === '--json') options.isJson = true;
    else if (word === '--help') options.isHelp = true;
    else if (name === 'jobs' || name === 'kills' || name === 'seed') {
      const text = given ?? left.shift() ?? '';
      if (!/^\d{1,9}$/.test(text) || (name === 'jobs' && Number(text) === 0))
        return `--${name} needs a whole number, not "${text}".`;
      options[name] = Number(text);
    } else return `There is no option "${word}".`;
  }
  return options;
};
