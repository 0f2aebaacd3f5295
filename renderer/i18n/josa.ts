const pairs: readonly (readonly [both: string, afterConsonant: string, afterVowel: string])[] = [
  ['을(를)', '을', '를'],
  ['이(가)', '이', '가'],
  ['은(는)', '은', '는'],
  ['과(와)', '과', '와'],
  ['(으)로', '으로', '로'],
];
/** Final consonant of each digit's Korean reading (영 일 이 삼 사 오 육 칠 팔 구): `ㄹ` takes 로, not 으로. */
const digitFinals = ['ㅇ', 'ㄹ', '', 'ㅁ', '', '', 'ㄱ', 'ㄹ', 'ㄹ', ''] as const;

/** Final consonant of a character as it is read: '' for none, null where nobody can tell. */
function finalOf(character: string): string | null {
  const code = character.charCodeAt(0);
  if (code >= 0xac00 && code <= 0xd7a3) {
    const index = (code - 0xac00) % 28;
    return index === 0 ? '' : index === 8 ? 'ㄹ' : 'ㅇ';
  }
  return /\d/.test(character) ? (digitFinals[Number(character)] ?? null) : null;
}

/**
 * Chooses Korean particles that depend on the word before: `8188을(를)` → `8188을`, `seoul은(는)` stays as it is, for nobody
 * can tell how a Latin word is read. Quotes and closing brackets before the particle are looked through. Pure.
 */
export function josa(text: string): string {
  let result = text;
  for (const [both, afterConsonant, afterVowel] of pairs) {
    let at = result.indexOf(both);
    while (at >= 0) {
      const before = result.slice(0, at).replace(/["'”’」』)\]]+$/, '');
      const final = finalOf(before.at(-1) ?? '');
      if (final !== null) {
        const isVowelForm = final === '' || (both === '(으)로' && final === 'ㄹ');
        result = result.slice(0, at) + (isVowelForm ? afterVowel : afterConsonant) + result.slice(at + both.length);
      }
      at = result.indexOf(both, at + 1);
    }
  }
  return result;
}
