// Package sprig: two files that take the place of those of github.com/Masterminds/sprig, which have keys, certificates and
// slow hashes, and with them all of Go's cryptography and network. See docs/decisions.
package sprig

import (
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash/adler32"
	"strconv"
)

func sha512sum(input string) string {
	sum := sha512.Sum512([]byte(input))
	return hex.EncodeToString(sum[:])
}

func sha256sum(input string) string {
	sum := sha256.Sum256([]byte(input))
	return hex.EncodeToString(sum[:])
}

func sha1sum(input string) string {
	sum := sha1.Sum([]byte(input))
	return hex.EncodeToString(sum[:])
}

func adler32sum(input string) string {
	return strconv.FormatUint(uint64(adler32.Checksum([]byte(input))), 10)
}

// The table of functions names them; the engine takes them out of it.
func withheld() string { return "" }

var (
	bcrypt, htpasswd, randBytes, uuidv4, derivePassword, generatePrivateKey = withheld, withheld, withheld, withheld, withheld, withheld

	buildCustomCertificate, generateCertificateAuthority, generateCertificateAuthorityWithPEMKey = withheld, withheld, withheld

	generateSelfSignedCertificate, generateSelfSignedCertificateWithPEMKey = withheld, withheld

	generateSignedCertificate, generateSignedCertificateWithPEMKey = withheld, withheld

	encryptAES, decryptAES = withheld, withheld
)
