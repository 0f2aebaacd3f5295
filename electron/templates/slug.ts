import { isTemplateId } from './load.ts';

/** Revised Romanization of the Korean letters of a syllable, each by itself. */
const first = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const middle = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const last = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');

const romanized = (syllable: string): string => {
  const code = (syllable.codePointAt(0) ?? 0) - 0xac00;
  return `${first[Math.floor(code / 588)]}${middle[Math.floor((code % 588) / 28)]}${last[code % 28]}`;
};

/**
 * An id for a template with this title: small letters, digits, hyphens. Hangul is romanised, accents go, what has no letters is called
 * `workflow`; the first free of `name`, `name-2`, `name-3` … Pure.
 */
export const slugFor = (title: string, isTaken: (id: string) => boolean): string => {
  const letters = title
    .normalize('NFC')
    .replace(/[가-힣]/g, romanized)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '');
  const name = letters === '' ? 'workflow' : isTemplateId(letters) ? letters : `${letters}-workflow`;
  let id = name;
  for (let number = 2; isTaken(id); number++) id = `${name}-${number}`;
  return id;
};
