/** Names the notice of how many devices were signed out a moment ago. */
export const signedOutNotice = 'signed_out'

/** Names the notice that a remembered device is asked again. */
export const askedAgainNotice = 'asked_again'
