/**
 * The words of names of secret columns, in lower case, in the singular and without accents. An underscore joins words that only count
 * together.
 */
const list = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', ' '));

/** Words that name a secret on their own. */
export const secretWords: readonly string[] = list(`
  password passwd passwrd pword psw pswd pwd pw passphrase passcode passkey htpasswd
  passwort kennwort wachtwoord contrasena contrasenia senha motdepasse mdp haslo losenord adgangskode passord salasana sifre
  secret token salt credential cred otp totp hotp otep cvv cvc cvn hmac jwt psk apikey privatekey privkey xprv rands`);

/** Words that are found in any longer word which cannot be split into known ones. */
export const strongParts: RegExp =
  /passwor[dt](?!less)|passwd|passphrase|passcode|kennwort|wachtwoord|contrasena|motdepasse|credential|apikey|privatekey|secret(?!ar|i[ov]|or|e)|token(?!i[sz]|able)/;

/** Words before `key` that make it a secret. */
export const keyOwners: readonly string[] = list(`
  api private priv secret secure access session sess hmac encryption encrypted decryption crypto cipher aes signing signed auth authorization
  authentication oauth sso jwt master shared symmetric wrapped activation act confirmation confirm verification verify
  validation persistence reset recovery backup unlock login delete invite invitation license licence serial stream feed rss calendar ical server vapid
  webhook wifi wpa remember two_factor second_factor mfa tfa twofa totp otp hotp service_role hashed`);

/** Words before `code` that make it a secret. */
export const codeOwners: readonly string[] = list(`
  otp totp hotp mfa tfa twofa two_factor second_factor one_time verification verify validation confirmation confirm reset recovery backup scratch rescue
  emergency activation auth authorization authentication access security login signin signup sms unlock pairing pass pin secret
  protect magic persist persistence`);

/** Words before `hash` or `digest` that make it a secret. */
export const hashOwners: readonly string[] = list(
  'pass auth login remember activation confirm confirmation reset recovery scratch backup verify verification session cookie',
);

/** Words before `pass` that make it a ticket, a filter or a step of a process. */
export const passOwners: readonly string[] = list(`
  by boarding ski season day month year annual bus train travel transit hall guest visitor event festival vip gate lift toll parking
  mountain single multi first second third last test exam all low high band free rail city museum`);

/** Words before `pin` that make it a place, a connector or a postal code. */
export const pinOwners: readonly string[] = list(
  'map gpio board location bowling push drop thumb safety postal zip area chip connector signal power',
);

/** Words before `pin code` that make it a postal code, in the column's name or in the table's. */
export const pinPlaces: readonly string[] = list(`
  address location city district postal area region branch shipping billing delivery home office permanent residential warehouse gpio
  board connector chip circuit`);

/** Words before `card number` that mean that it is no payment card. */
export const cardOwners: readonly string[] = list(
  'id identity library loyalty member membership business sim health student employee report score trading',
);

/** Words before `key` or before `key hash` that make it a public address, or a position in a public order. */
export const plainKeys: readonly string[] = list(`
  public publishable foreign primary sort partition truncated masked cache idempotency natural lookup index storage object unique
  composite surrogate row display site routing translation dedupe dedup`);

/** Words before `token` that make it a position in a list. */
export const placeTokens: readonly string[] = list('page sync continuation cursor');

/** First words of names that are a question, a limit or a number. */
export const leadingWords: readonly string[] = list(`
  is has have can should must need allow allowed require required enable enabled disable disabled use show hide force max
  min maximum minimum num number nb total count avg average input output prompt completion obfuscated masked truncated redacted`);

/** Last words of names that describe a secret but do not contain it. */
export const trailingWords: readonly string[] = list(`
  at on date time timestamp datetime expire expiry expiration expired lifetime lifespan ttl age duration period interval
  count counter limit max min maximum minimum total sum used usage use length size type kind category status state stage step
  id identifier uuid guid name label title description comment note alias policy rule strength complexity algorithm algo alg method
  mechanism format version scheme schema provider issuer audience scope permission ability url uri endpoint path route
  prefix suffix last four eight masked mask truncated enabled enable disabled disable required allowed supported active automatically
  set changed change updated created modified issued sent seen attempt try retry failure failed rotation rotated revoked valid
  validity verified by from user username owner email host port ip address symbol decimal standard supply contract holder color
  colour icon image position order index idx rank level score price cost amount budget quota fee rate question template subject page
  screen section field column table tier plan group role santa menu ingredient family model login digit fingerprint exist present
  reason error message event action source target purpose locale currency language country region manager store backend engine ref
  reference arn location minute hour day second month year bit entropy weight triggered flag option setting log audit in identity public_key`);

/** Last words of table names whose rows describe secrets. */
export const trailingTableWords: readonly string[] = list(`
  policy rule type kind status state setting event log audit usage use template scope permission ability reference ref role group
  attempt provider santa limit count`);

/** Further words, used only to split names that are written as one word. */
export const otherWords: readonly string[] = list(`
  user usr admin db database smtp imap pop ftp sftp ssh ldap vpn proxy mail my app root sys bot new old current default temp tmp client
  device phone customer employee staff member bearer csrf xsrf push fcm apns refresh pass key code hash digest crypt crypted
  seed answer pin puk grant card credit debit cc number no data value payload reset phrase word sess ses id`);
