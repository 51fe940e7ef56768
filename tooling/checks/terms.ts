import { stem } from '@gatehouse/i18n/check'
import { defaultLanguage, namespaces, type LanguageCode } from '@gatehouse/i18n/languages'
import type { Resources } from '@gatehouse/i18n/translator'

/** The code of account recovery, which recovery sends and operators create: no recovery code of the second step. */
const ofAccountRecovery =
  /^mails:recovery_|\brecovery_(?:code_)?(?:in)?valid$|said\.recovery_|createRecovery|^console_people:(?:recovery|credential\.stays|form\.new)/

/**
 * TABLE: things that a person looks for by their name. `said` finds the English texts that name one; every language has
 * to name it there too, by its term. Texts of `never` are about something else, and have the term in no language.
 */
const concepts: readonly { readonly name: string; readonly said: RegExp; readonly never?: RegExp }[] = [
  { name: 'recovery code', said: /\brecovery codes?\b/i, never: ofAccountRecovery },
  { name: 'passkey', said: /\bpasskeys?\b/i },
  { name: 'security key', said: /\bsecurity keys?\b/i },
]

/** A pattern that finds a term in every form, and names of other products for the same thing, which no text may have. */
type Term = readonly [term: string, others?: string]

/** TABLE: the terms of every language in `locales`, in the order of `concepts`. A new language gets a row. */
// oxfmt-ignore
export const terms: Readonly<Record<string, readonly Term[]>> = {
  ar: [['رم(?:ز|وز)\\p{L}* (?:ال)?احتياطي|الرموز الاحتياطية|رموزك الاحتياطية', 'النسخ الاحتياطي|رموز الاسترداد'], ['مف(?:تاح|اتيح) (?:ال)?مرور', 'باسكي|passkey'], ['مف(?:تاح|اتيح) (?:ال)?أمان']],
  cs: [['záložní\\p{L}* k[óo]d', 'obnovovací\\p{L}* k[óo]d|náhradní k[óo]d'], ['přístupov\\p{L}+ (?:nebo bezpečnostn\\p{L}+ )?klíč', 'passkey'], ['bezpečnostní\\p{L}* klíč', 'hardwarov\\p{L}+ klíč']],
  da: [['reservekode', 'backupkode|gendannelseskode|sikkerhedskopikode'], ['adgangsnøgle', 'passkey'], ['sikkerhedsnøgle']],
  de: [['Wiederherstellungscode', 'Ersatzcode|Backup-?Code|Notfallcode|Sicherungscode'], ['Passkey', 'Passschlüssel|Hauptschlüssel'], ['Sicherheitsschlüssel']],
  el: [['εφεδρικ\\p{L}+ κωδικ|κωδικ\\p{L}+ σας εφεδρ', 'κωδικ\\p{L}+ ανάκτησης'], ['κλειδ\\p{L}+ πρόσβασης', 'passkey'], ['κλειδ\\p{L}+ (?:πρόσβασης ή )?ασφαλείας']],
  en: [['recovery code', 'backup code|lookup secret|rescue code|scratch code'], ['passkey', 'pass key'], ['security key', 'hardware key']],
  es: [['códigos? de respaldo', 'códigos? de recuperación|códigos? de reserva|códigos? de seguridad'], ['llaves? de acceso', 'passkey|claves? de acceso'], ['llaves? (?:de acceso o )?de seguridad', 'claves? de seguridad']],
  fa: [['کد(?:ها)?ی? پشتیبان|کدهای پشتیبان', 'کد بازیابی|کدهای بازیابی'], ['گذرکلید', 'passkey|کلید عبور'], ['کلید(?:های)? امنیتی']],
  fi: [['varakood', 'palautuskood|varmuuskood'], ['avainkood', 'passkey|pääsyavain'], ['suojausavai', 'turva-?avai']],
  fr: [['codes? de secours', 'codes? de récupération|codes? de sauvegarde'], ['clés? d[’\']accès', 'passkey|clés? d[’\']identification'], ['clés? de sécurité']],
  he: [['קוד(?:י)? (?:ה)?גיבוי', 'קודי? (?:ה)?שחזור'], ['מפתח(?:ות)? (?:ה)?גישה', 'passkey|פסקי'], ['מפתח(?:ות)? (?:ה)?אבטחה']],
  hi: [['बैकअप कोड', 'रिकवरी कोड|पुनर्प्राप्ति कोड'], ['पासकी', 'passkey'], ['सुरक्षा कुंजी|सुरक्षा कुंजि']],
  hu: [['tartalék kód', 'tartalékkód|helyreállítási kód|visszaállítási kód'], ['azonosítókul(?:cs|cc)', 'passkey|hozzáférési kulcs'], ['biztonsági kul(?:cs|cc)']],
  id: [['kode cadangan', 'kode pemulihan'], ['kunci sandi', 'passkey|kunci akses'], ['kunci keamanan']],
  it: [['codic[ei] di backup', 'codic[ei] di (?:riserva|recupero|ripristino|emergenza)'], ['passkey', 'chiav[ei] di accesso'], ['chiav[ei] di sicurezza', 'token di sicurezza']],
  ja: [['バックアップコード', 'リカバリーコード|リカバリコード|回復コード|復旧コード'], ['パスキー', 'パス キー'], ['セキュリティキー', 'セキュリティ キー']],
  ko: [['백업 코드', '복구 코드|백업코드'], ['패스키', '패스 키'], ['보안 키', '보안키']],
  nb: [['reservekode', 'gjenopprettingskode|sikkerhetskode'], ['tilgangsnøk', 'passkey|passnøk'], ['sikkerhetsnøk']],
  nl: [['back-upcode', 'herstelcode|reservecode|backupcode'], ['passkey', 'toegangssleutel'], ['beveiligingssleutel']],
  pl: [['k[oó]d\\p{L}* zapasow|zapasow\\p{L}+ kod', 'k[oó]d\\p{L}* odzyskiwania'], ['klucz\\p{L}* dostępu', 'passkey'], ['klucz\\p{L}* bezpieczeństwa', 'klucz\\p{L}* zabezpieczeń']],
  pt: [['códigos? de backup', 'códigos? de (?:reserva|recuperação|segurança)'], ['chaves? de acesso', 'passkey'], ['chaves? (?:de acesso ou )?de segurança']],
  ro: [['cod\\p{L}*(?: dvs\\.)? de rezervă', 'cod\\p{L}* de (?:recuperare|siguranță|backup)'], ['chei\\p{L}* de acces', 'passkey'], ['chei\\p{L}* (?:de acces sau )?de securitate']],
  ru: [['резервн\\p{L}+ код', 'код\\p{L}* восстановления|запасн\\p{L}+ код'], ['ключ\\p{L}* доступа', 'passkey'], ['электронн\\p{L}+ ключ', 'ключ\\p{L}* безопасности|аппаратн\\p{L}+ ключ']],
  sv: [['reservkod', 'återställningskod|säkerhetskod|backupkod'], ['passkey', 'lösennyck|inloggningsnyck|nyckelkod'], ['säkerhetsnyck']],
  th: [['รหัสกู้คืน', 'รหัสสำรอง|โค้ดสำรอง|โค้ดกู้คืน'], ['พาสคีย์', 'passkey'], ['คีย์ความปลอดภัย', 'กุญแจความปลอดภัย|คีย์รักษาความปลอดภัย']],
  tr: [['yedek kod', 'kurtarma kod'], ['geçiş anahtar', 'passkey|parola anahtarı'], ['güvenlik anahtar']],
  uk: [['резервн\\p{L}+ код', 'код\\p{L}* відновлення|запасн\\p{L}+ код'], ['ключ\\p{L}* доступу', 'passkey'], ['ключ\\p{L}* безпеки', 'апаратн\\p{L}+ ключ']],
  vi: [['mã dự phòng', 'mã khôi phục|mã sao lưu'], ['khóa truy cập', 'passkey|mã khóa'], ['khóa bảo mật']],
  'zh-Hans': [['备用码', '备用代码|恢复码|恢复代码|备份码'], ['通行密钥', '通行钥匙|密匙|passkey'], ['安全密钥', '安全钥匙']],
}

/** TABLE: words that no English text has, since translators follow the English, and the words of docs/style.md for them. */
const otherWords: readonly (readonly [said: RegExp, instead: string])[] = [
  [/\b(?:second|two)[ -]factors?\b/i, 'second step'],
  [/\bmails?\b(?! servers?\b|\.)/i, 'email'],
  [/\b(?:un)?link(?:s|ed|ing)?\b(?= accounts?\b)|\baccounts? (?:un)?linked\b/i, 'connected account'],
  [/\bsocial (?:sign-in|login)\b/i, 'connected account, provider'],
  [/(?<!\bApp )\bregistrations?\b/i, 'sign-up'],
  [/\bconfirm(?:s|ed|ing)?\b (?:this |that this |the |your |an )?address(?:es)?\b/i, 'verify an address'],
]

/**
 * Returns texts that lack a term where their English original has it, or have another name for the thing, and English
 * texts with another word, as lines for a person. Languages without terms have none of the first.
 */
export function termProblems(
  resourcesOf: (lng: LanguageCode) => Resources,
  codes: readonly LanguageCode[],
): readonly string[] {
  const originals = resourcesOf(defaultLanguage)
  return codes.flatMap((code) =>
    namespaces.flatMap((ns) =>
      Object.entries(resourcesOf(code)[ns] ?? {}).flatMap(([key, whole]) => {
        const text = withoutPlaceholders(whole)
        const english = withoutPlaceholders(originals[ns]?.[key] ?? originals[ns]?.[`${stem(key)}_other`] ?? '')
        const ofTerms = concepts.flatMap((concept, index) =>
          problemsOf(concept, terms[code]?.[index], `${ns}:${key}`, english, text),
        )
        const ofWords = otherWords.filter(([said]) => code === defaultLanguage && said.test(text))
        return [...ofTerms, ...ofWords.map(([, instead]) => `say "${instead}"`)].map(
          (problem) => `${code}/${ns} ${key}: ${problem}: ${whole}`,
        )
      }),
    ),
  )
}

function problemsOf(
  { name, said, never }: (typeof concepts)[number],
  row: Term | undefined,
  key: string,
  english: string,
  text: string,
): readonly string[] {
  if (row === undefined) return []
  const [hasTerm, hasOther] = row.map((pattern) => matches(pattern ?? '', text))
  if (never?.test(key)) return hasTerm ? [`has the term of "${name}", which is something else`] : []
  return [
    ...(said.test(english) && !hasTerm ? [`lacks the term of "${name}"`] : []),
    ...(hasOther ? [`has another name for "${name}"`] : []),
  ]
}

/** The names of placeholders are English in every language. */
const withoutPlaceholders = (text: string) => text.replaceAll(/\{\{[^}]*\}\}/g, '')

const patterns = new Map<string, RegExp>()

function matches(pattern: string, text: string): boolean {
  const found = patterns.get(pattern) ?? new RegExp(pattern, 'iu')
  patterns.set(pattern, found)
  return found.test(text)
}
