local claims = std.extVar('claims');
local words = std.split(claims.email, '@');

{
  identity: {
    traits: {
      email: claims.email,
      name: { first: std.asciiUpper(claims.given_name), last: std.join('-', words[1:]) },
    },
    metadata_public: { subject: claims.sub, numbers: std.map(function(n) n * 2, [1, 2]), none: null },
    metadata_admin: { issued: std.isString(claims.iss), raw: std.objectHas(claims.raw_claims, 'email') },
  },
}
