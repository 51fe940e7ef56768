/** Query parameter that tells the page how many devices were signed out a moment ago. */
export const signedOutParameter = 'signed_out'
