/** The zeros of the systems of digits in which languages write numbers. */
const zeros = Array.from('٠۰०০੦૦୦௦౦೦൦๐໐༠၀០᠐０', (zero) => zero.charCodeAt(0));

/** A text with its digits, and the marks of Arabic numbers, as the service reads them. */
export function latinDigits(text: string): string {
  return text
    .replaceAll(/\p{Nd}/gu, latinDigit)
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
}

function latinDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = zeros.find((one) => code >= one && code < one + 10);
  return zero === undefined ? digit : String(code - zero);
}
