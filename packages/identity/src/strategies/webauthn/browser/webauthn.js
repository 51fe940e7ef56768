// Signs in, up and adds keys on pages that have no script of their own. Pages call the functions by name.
;(() => {
  'use strict'
  const initialized = '__oryWebAuthnInitialized'
  if (!window.PublicKeyCredential || window[initialized]) return

  const byName = (name) => document.getElementsByName(name)[0] || null
  const parse = (text) => JSON.parse(text)

  const bytesOf = (base64url) => {
    if (typeof base64url !== 'string') return base64url
    const binary = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  }

  const textOf = (buffer) => {
    let binary = ''
    for (const byte of new Uint8Array(buffer)) binary += String.fromCharCode(byte)
    return btoa(binary)
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/={1,2}$/, '')
  }

  const withBytes = (keys) => (keys || []).map((key) => Object.assign({}, key, { id: bytesOf(key.id) }))

  const toCreate = (options) => {
    const asked = options.publicKey
    const publicKey = Object.assign({}, asked, {
      challenge: bytesOf(asked.challenge),
      user: Object.assign({}, asked.user, { id: bytesOf(asked.user.id) }),
    })
    if (asked.excludeCredentials) publicKey.excludeCredentials = withBytes(asked.excludeCredentials)
    return { publicKey }
  }

  const toGet = (options) => {
    const asked = options.publicKey
    const publicKey = Object.assign({}, asked, { challenge: bytesOf(asked.challenge) })
    if (asked.allowCredentials) publicKey.allowCredentials = withBytes(asked.allowCredentials)
    return { publicKey }
  }

  const attestationOf = (credential) => ({
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    response: {
      attestationObject: textOf(credential.response.attestationObject),
      clientDataJSON: textOf(credential.response.clientDataJSON),
    },
  })

  const assertionOf = (credential) => ({
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    response: {
      authenticatorData: textOf(credential.response.authenticatorData),
      clientDataJSON: textOf(credential.response.clientDataJSON),
      signature: textOf(credential.response.signature),
      userHandle: credential.response.userHandle ? textOf(credential.response.userHandle) : '',
    },
  })

  const send = (field, value) => {
    field.value = JSON.stringify(value)
    const form = field.closest('form')
    if (form) form.submit()
  }

  const report = (error) => {
    if (error && error.name === 'AbortError') return
    console.error(error)
  }

  const stopSuggesting = () => {
    if (!window.abortPasskeyConditionalUI) return
    window.abortPasskeyConditionalUI.abort()
    window.abortPasskeyConditionalUI = undefined
  }

  const create = (options, answer) =>
    navigator.credentials
      .create(toCreate(options))
      .then((credential) => send(answer, attestationOf(credential)))
      .catch(report)

  const oryWebAuthnLogin = (options) => {
    const answer = byName('webauthn_login')
    const trigger = byName('webauthn_login_trigger')
    if (!answer || !(options || trigger)) return
    navigator.credentials
      .get(toGet(options || parse(trigger.value)))
      .then((credential) => send(answer, assertionOf(credential)))
      .catch(report)
  }

  const oryWebAuthnRegistration = (options) => {
    const answer = byName('webauthn_register')
    const trigger = byName('webauthn_register_trigger')
    if (answer && (options || trigger)) void create(options || parse(trigger.value), answer)
  }

  const oryPasskeyLogin = () => {
    const question = byName('passkey_challenge')
    const answer = byName('passkey_login')
    if (!question || !answer) return
    // A browser answers one question at a time.
    stopSuggesting()
    navigator.credentials
      .get(toGet(parse(question.value)))
      .then((credential) => send(answer, assertionOf(credential)))
      .catch((error) => {
        report(error)
        oryPasskeyLoginAutocompleteInit()
      })
  }

  const oryPasskeyLoginAutocompleteInit = () => {
    const question = byName('passkey_challenge')
    const answer = byName('passkey_login')
    const credentials = window.PublicKeyCredential
    if (!question || !answer || !byName('identifier')) return
    if (!credentials.isConditionalMediationAvailable) return
    credentials
      .isConditionalMediationAvailable()
      .then((available) => {
        if (!available) return undefined
        stopSuggesting()
        const controller = new AbortController()
        window.abortPasskeyConditionalUI = controller
        const options = Object.assign(toGet(parse(question.value)), {
          mediation: 'conditional',
          signal: controller.signal,
        })
        return navigator.credentials.get(options).then((credential) => send(answer, assertionOf(credential)))
      })
      .catch(report)
  }

  const oryPasskeyRegistration = () => {
    const question = byName('passkey_create_data')
    const answer = byName('passkey_register')
    if (!question || !answer) return
    const { credentialOptions, displayNameFieldName } = parse(question.value)
    const shown = byName(displayNameFieldName)
    const { user } = credentialOptions.publicKey
    if (shown && shown.value) {
      user.name = shown.value
      user.displayName = shown.value
    }
    void create(credentialOptions, answer)
  }

  const oryPasskeySettingsRegistration = () => {
    const question = byName('passkey_create_data')
    const answer = byName('passkey_settings_register')
    if (question && answer) void create(parse(question.value), answer)
  }

  const functions = {
    oryWebAuthnLogin,
    oryWebAuthnRegistration,
    oryPasskeyLogin,
    oryPasskeyLoginAutocompleteInit,
    oryPasskeyRegistration,
    oryPasskeySettingsRegistration,
  }
  for (const name of Object.keys(functions)) {
    window[name] = functions[name]
    window[`__${name}`] = functions[name]
  }
  window[initialized] = true
  window.dispatchEvent(new CustomEvent('oryWebAuthnInitialized'))
})()
