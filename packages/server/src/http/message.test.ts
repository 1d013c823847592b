import { describe, expect, it } from 'vitest';
import { type HttpResponse, sentHeaders } from './message.ts';

describe('headers as servers take them', () => {
  const answer = (headers: Readonly<Record<string, unknown>>): HttpResponse => ({
    status: 200,
    headers: headers as HttpResponse['headers'],
    body: null,
  });

  it('are texts, also where the code of a host gave numbers', () => {
    expect(sentHeaders(answer({ 'Content-Length': 12, 'Retry-After': 5n }))).toEqual({ 'Content-Length': '12', 'Retry-After': '5' });
  });

  it('have percent signs for what Node refuses', () => {
    expect(sentHeaders(answer({ Location: '/r/日/', 'X-Line': 'a\r\nb', 'X-Half': '\ud800' }))).toEqual({
      Location: '/r/%E6%97%A5/',
      'X-Line': 'a%0D%0Ab',
      'X-Half': '%EF%BF%BD',
    });
  });
});
