/** Rows of nodes that many scenarios share (`run/rows.ts` tells how they are drawn). */

export const token = 'default hidden csrf_token=token required'
/** The row of a native flow in place of the anti-CSRF token. */
export const noToken = 'default hidden csrf_token= required'

const titled = 'label 1070002(name,title)'

export const identifier = (value = '') => `default text identifier=${value} required ${titled}`
export const hiddenIdentifier = (value: string) => `default hidden identifier=${value} required ${titled}`
export const sendLoginCode = 'code submit method=code label 1010015'
export const currentPassword = 'password password password required autocomplete=current-password label 1070001'
export const signInWithPassword = 'password submit method=password label 1010022'

/** The first page of a sign-in, in order. */
export const loginForm = (csrf = token, typed = '') => [
  csrf,
  identifier(typed),
  sendLoginCode,
  currentPassword,
  signInWithPassword,
]

/** Field and buttons for a code that was sent. */
export const codeFields = (label: string) => [
  'code hidden method=code',
  `code text code required label ${label}`,
  'code submit method=code label 1070009',
]

export const resendCode = 'code submit resend=code label 1070008'

/** A trait as a field; `value` begins with `=`. */
export const emailField = (value = '', group = 'default') =>
  `${group} email traits.email${value} required autocomplete=email ${titled}`
export const firstNameField = (value = '', group = 'default') => `${group} text traits.name.first${value} ${titled}`
export const lastNameField = (value = '', group = 'default') => `${group} text traits.name.last${value} ${titled}`

/** The profile page of a registration, in order. */
export const profileForm = (csrf = token) => [
  csrf,
  emailField(),
  firstNameField(),
  lastNameField(),
  'profile submit method=profile label 1040001',
]

/** Traits that travel along while something else is asked for. */
export const hiddenTraits = (email: string, first = '', last = '') => [
  `default hidden traits.email=${email} required autocomplete=email ${titled}`,
  `default hidden traits.name.first${first} ${titled}`,
  `default hidden traits.name.last${last} ${titled}`,
]

export const newPassword = 'password password password required autocomplete=new-password label 1070001'
export const signUpWithPassword = 'password submit method=password label 1040001'
export const sendSignUpCode = 'code submit method=code label 1040006'
export const back = 'profile submit screen=previous label 1040008'
export const backToCredentials = 'profile submit screen=credential-selection label 1040008'

/** The page of a registration with the choice of a credential, in order. */
export const credentialForm = (email: string, first = '', last = '') => [
  token,
  ...hiddenTraits(email, first, last),
  sendSignUpCode,
  newPassword,
  signUpWithPassword,
  back,
]

/** The settings of an account, in order. */
export const settingsForm = (csrf: string, email: string, first = '', last = '') => [
  csrf,
  emailField(`=${email}`, 'profile'),
  firstNameField(first, 'profile'),
  lastNameField(last, 'profile'),
  'profile submit method=profile label 1070003',
  newPassword,
  'password submit method=password label 1070003',
]

export const addressField = (value = '') => `code email email${value} required label 1070007`
export const continueWithCode = 'code submit method=code label 1070009'

/** The rows of the form that asks for the address of a recovery code. */
export const recoveryForm = (csrf = token) => [csrf, addressField(), continueWithCode]

/** Recovery: the code that was sent. */
export const recoveryCodeForm = (email: string, csrf = token) => [
  csrf,
  'code text code required pattern=[0-9]+ maxlength=6 label 1070010',
  'code hidden method=code',
  continueWithCode,
  `code submit email=${email} label 1070008`,
]

/** The rows of the form that asks for the address of a verification code. */
export const verificationForm = [addressField(), continueWithCode, token]

/** Verification: the code that was sent. */
export const verificationCodeForm = (email: string) => [
  ...codeFields('1070011'),
  token,
  `code submit email=${email} label 1070008`,
]

/** The rows of the form that asks for the address of a link, or names it once sent; in recovery and verification. */
export const linkForm = (value = '', csrf = token) => [
  csrf,
  `link email email${value} required label 1070007`,
  'link submit method=link label 1070009',
]
