import type { Message } from '@gatehouse/contract/flows'

import { message } from './message.ts'

/** Returns a text that is data, such as a masked address. */
export const rawLabel = (text: string): Message => message(1070000, text)
export const passwordLabel = (): Message => message(1070001, 'Password')
/** Returns the title of a trait in the identity schema; `name` is the field's dotted name. */
export const traitLabel = (name: string, title: string): Message => message(1070002, title, { name, title })
export const saveLabel = (): Message => message(1070003, 'Save')
export const identifierLabel = (): Message => message(1070004, 'Your sign-in name')
export const emailLabel = (): Message => message(1070007, 'Email')
export const resendCodeLabel = (): Message => message(1070008, 'Send the code again')
export const continueLabel = (): Message => message(1070009, 'Continue')
export const recoveryCodeLabel = (): Message => message(1070010, 'Code to recover your account')
export const verificationCodeLabel = (): Message => message(1070011, 'Verification code')
export const registrationCodeLabel = (): Message => message(1070012, 'Sign-up code')
export const loginCodeLabel = (): Message => message(1070013, 'Sign-in code')
export const recoveryAddressLabel = (): Message => message(1070016, 'Recovery address')
export const emailOrPhoneLabel = (): Message => message(1070018, 'Email or phone number')
export const phoneLabel = (): Message => message(1070017, 'Phone number')
