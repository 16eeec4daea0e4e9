create table bookmarks_bookmark (
    account integer not null,
    n integer not null,
    url text not null,
    title text not null,
    primary key (account, n)
) without rowid;
