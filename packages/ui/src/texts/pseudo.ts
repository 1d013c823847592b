const accented: Readonly<Record<string, string>> = { a: 'å', e: 'é', i: 'ï', o: 'ö', u: 'û', A: 'Å', E: 'É', I: 'Ï', O: 'Ö', U: 'Û' };

/** A text between marks, with accents, and a third longer: what stands outside of marks is not translated, and what is cut has no room. */
export function marked(text: string): string {
  return text
    .split('||||')
    .map(
      (form) =>
        `⟦${form
          .trim()
          .split(/(%\{\w+\})/)
          .map(markedPart)
          .join('')}${'~'.repeat(Math.ceil(form.trim().length / 3))}⟧`,
    )
    .join('||||');
}

/** Values stay as they are. */
function markedPart(part: string): string {
  return part.startsWith('%{') ? part : part.replaceAll(/[aeiou]/gi, (letter) => accented[letter] ?? letter);
}
